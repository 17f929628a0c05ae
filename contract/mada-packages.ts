/** What a terminal says of its hardware, beside what is on record of it. */
interface Device {
  readonly brand: string;
  readonly model: string;
  readonly reportedModel: string | null;
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Whether the device says that it is another model than the one on record; 'A920' and 'PAX A920' are one. */
export function isOtherModel({ brand, model, reportedModel }: Device): boolean {
  if (reportedModel === null) return false;
  return ![model, `${brand} ${model}`].map(plain).includes(plain(reportedModel));
}
