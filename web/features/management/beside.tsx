import { BranchDrawer, NewBranch } from './branch-drawer.tsx';
import type { ManagementSearchState } from './management.search.ts';
import { NewPerson, PersonDrawer } from './person-drawer.tsx';

/** What is open beside the list: a branch or a person, or the form of a new one. */
export default function Beside({
  address: { state, changeIfStill },
  mayManage,
}: {
  address: ManagementSearchState;
  mayManage: boolean;
}) {
  const { open, tab } = state;
  if (open === undefined) return null;
  const parts = { onClose: () => changeIfStill({ open: undefined }), mayManage };
  if (open === 'new') {
    if (!mayManage) return null;
    const onAdded = (id: string): void => changeIfStill({ open: id }, true);
    return tab === 'people' ? <NewPerson {...parts} /> : <NewBranch {...parts} onAdded={onAdded} />;
  }
  return tab === 'people' ? (
    <PersonDrawer key={open} id={open} {...parts} />
  ) : (
    <BranchDrawer key={open} id={open} {...parts} />
  );
}
