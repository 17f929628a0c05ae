import { notificationsStore } from '@mantine/notifications';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import { lowerToast, raiseToast, ToastPlaceInside } from './toast-place.tsx';
import { autoCloseMs } from './toasts.tsx';

beforeEach(() =>
  notificationsStore.setState({ ...notificationsStore.getState(), notifications: [], queue: [] }),
);
const raised = () => notificationsStore.getState().notifications;

test('a toast of the product stands for 3000 ms, and 5000 is said for any other', () => {
  raiseToast({ tone: 'success', title: 'Saved' });
  expect(raised()).toMatchObject([{ title: 'Saved', autoClose: 3_000, role: 'status' }]);
  expect(autoCloseMs.default).toBe(5_000);
});

test('one that says no time of its own is closed after 5000 ms, top right', () => {
  let place: unknown;
  renderToStaticMarkup(
    createElement(() => {
      place = ToastPlaceInside().props;
      return null;
    }),
  );
  expect(place).toMatchObject({ autoClose: 5_000, position: 'top-right' });
});

test('what can be taken back stands longer, and an error is an alert', () => {
  raiseToast({ tone: 'error', title: 'Not saved' });
  raiseToast({ tone: 'success', title: 'Removed', undo: () => undefined });
  expect(raised()).toMatchObject([
    { autoClose: 3_000, role: 'alert' },
    { autoClose: 8_000, role: 'status' },
  ]);
});

test('a toast with the id of one that stands takes its place', () => {
  raiseToast({ tone: 'info', title: 'One', id: 'same' });
  raiseToast({ tone: 'info', title: 'Two', id: 'same' });
  expect(raised()).toMatchObject([{ id: 'same', title: 'Two' }]);
});

test('a toast that takes the place of another one stands for its whole time', () => {
  // What closes a toast begins to count anew where its time is another number, and only then.
  const times = ['One', 'Two', 'Three'].map((title) => {
    raiseToast({ tone: 'info', title, id: 'anew' });
    return Number(raised()[0]?.autoClose);
  });
  for (const [at, ms] of times.entries()) {
    expect(ms).not.toBe(times[at - 1]);
    expect(Math.abs(ms - autoCloseMs.product)).toBeLessThan(2);
  }
});

test('what is not so any more is taken down before its time', () => {
  raiseToast({ tone: 'error', title: 'Live updates stopped', id: 'live' });
  raiseToast({ tone: 'success', title: 'Saved' });
  lowerToast('live');
  expect(raised()).toMatchObject([{ title: 'Saved' }]);
});
