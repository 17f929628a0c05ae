/** The numbers of one section's requirements by the level that first asks for them; level 3 is left out. */
interface Section {
  one?: readonly number[];
  two?: readonly number[];
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

/** OWASP Application Security Verification Standard 5.0.0: what its levels 1 and 2 ask for, by number. */
const sections: Readonly<Record<string, Section>> = {
  '1.1': { two: [1, 2] },
  '1.2': { one: upTo(5), two: [6, 7, 8, 9] },
  '1.3': { one: [1, 2], two: [3, 4, 5, 6, 7, 8, 9, 10, 11] },
  '1.4': { two: upTo(3) },
  '1.5': { one: [1], two: [2] },
  '2.1': { one: [1], two: [2, 3] },
  '2.2': { one: [1, 2], two: [3] },
  '2.3': { one: [1], two: [2, 3, 4] },
  '2.4': { two: [1] },
  '3.2': { one: [1, 2] },
  '3.3': { one: [1], two: [2, 3, 4] },
  '3.4': { one: [1, 2], two: [3, 4, 5, 6] },
  '3.5': { one: [1, 2, 3], two: [4, 5] },
  '3.7': { two: [1, 2] },
  '4.1': { one: [1], two: [2, 3] },
  '4.2': { two: [1] },
  '4.3': { two: [1, 2] },
  '4.4': { one: [1], two: [2, 3, 4] },
  '5.1': { two: [1] },
  '5.2': { one: [1, 2], two: [3] },
  '5.3': { one: [1, 2] },
  '5.4': { two: [1, 2, 3] },
  '6.1': { one: [1], two: [2, 3] },
  '6.2': { one: upTo(8), two: [9, 10, 11, 12] },
  '6.3': { one: [1, 2], two: [3, 4] },
  '6.4': { one: [1, 2], two: [3, 4] },
  '6.5': { two: upTo(5) },
  '6.6': { two: upTo(3) },
  '6.8': { two: upTo(4) },
  '7.1': { two: upTo(3) },
  '7.2': { one: upTo(4) },
  '7.3': { two: [1, 2] },
  '7.4': { one: [1, 2], two: [3, 4, 5] },
  '7.5': { two: [1, 2] },
  '7.6': { two: [1, 2] },
  '8.1': { one: [1], two: [2] },
  '8.2': { one: [1, 2], two: [3] },
  '8.3': { one: [1] },
  '8.4': { two: [1] },
  '9.1': { one: upTo(3) },
  '9.2': { one: [1], two: [2, 3, 4] },
  '10.1': { two: [1, 2] },
  '10.2': { two: [1, 2] },
  '10.3': { two: upTo(4) },
  '10.4': { one: upTo(5), two: [6, 7, 8, 9, 10, 11] },
  '10.5': { two: upTo(5) },
  '10.6': { two: [1, 2] },
  '10.7': { two: upTo(3) },
  '11.1': { two: [1, 2] },
  '11.2': { two: upTo(3) },
  '11.3': { one: [1, 2], two: [3] },
  '11.4': { one: [1], two: [2, 3, 4] },
  '11.5': { two: [1] },
  '11.6': { two: [1] },
  '12.1': { one: [1], two: [2, 3] },
  '12.2': { one: [1, 2] },
  '12.3': { two: upTo(4) },
  '13.1': { two: [1] },
  '13.2': { two: upTo(5) },
  '13.3': { two: [1, 2] },
  '13.4': { one: [1], two: [2, 3, 4, 5] },
  '14.1': { two: [1, 2] },
  '14.2': { one: [1], two: [2, 3, 4] },
  '14.3': { one: [1], two: [2, 3] },
  '15.1': { one: [1], two: [2, 3] },
  '15.2': { one: [1], two: [2, 3] },
  '15.3': { one: [1], two: [2, 3, 4, 5, 6, 7] },
  '16.1': { two: [1] },
  '16.2': { two: upTo(5) },
  '16.3': { two: upTo(4) },
  '16.4': { two: upTo(3) },
  '16.5': { two: upTo(3) },
  '17.1': { two: [1] },
  '17.2': { two: upTo(4) },
  '17.3': { two: [1, 2] },
};

const numbersOf = (level: keyof Section): string[] =>
  Object.entries(sections).flatMap(([section, numbers]) =>
    (numbers[level] ?? []).map((number) => `${section}.${number}`),
  );

export const levelOne: readonly string[] = numbersOf('one');
export const levelTwo: readonly string[] = numbersOf('two');
