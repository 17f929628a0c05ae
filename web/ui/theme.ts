import type { MantineColorsTuple, MantineThemeOverride } from '@mantine/core';

/** The ten shades of a token family as Mantine wants them; the values themselves stand in tokens.css. */
function shades(family: string): MantineColorsTuple {
  return Array.from(
    { length: 10 },
    (_, shade) => `var(--mz-${family}-${shade})`,
  ) as unknown as MantineColorsTuple;
}

const sizes = ['xs', 'sm', 'md', 'lg', 'xl'] as const;
const tokens = (prefix: string, names: readonly string[] = sizes) =>
  Object.fromEntries(sizes.map((size, index) => [size, `var(--mz-${prefix}${names[index]})`]));

/** Mantine's default size reads `sm`, which is 13 px in our scale; buttons and fields are 14 px. */
const baseText = 'var(--mz-fs-md)';
const buttonVars = (_theme: unknown, props: { size?: unknown }) => ({
  root: props.size === undefined || props.size === 'sm' ? { '--button-fz': baseText } : {},
});
const inputVars = () => ({ wrapper: { '--input-fz': baseText } });

/** Over the drawer, which covers the whole of a narrow screen (docked-drawer.module.css). */
const dialogLayer = 220;

/** A dialog's head is no landmark of the page, though Mantine draws it as a header element. */
const dialogHead = { header: { role: 'presentation' } };

const heading = (size: string) => ({
  fontSize: `var(--mz-fs-${size})`,
  lineHeight: `var(--mz-lh-${size})`,
  fontWeight: '600',
});

/**
 * The look in Mantine's words. Components are named by string, so that a screen which uses none of them
 * does not load them.
 */
export const theme: MantineThemeOverride = {
  fontFamily: 'var(--mz-font)',
  fontFamilyMonospace: 'var(--mz-font)',
  primaryColor: 'mizan',
  primaryShade: { light: 7, dark: 6 },
  colors: { mizan: shades('mizan'), gray: shades('gray'), dark: shades('dark') },
  white: '#FFFFFF',
  black: 'var(--mz-text)',
  fontSizes: tokens('fs-'),
  lineHeights: tokens('lh-'),
  spacing: tokens('s', ['1', '2', '3', '4', '6']),
  radius: {
    xs: 'var(--mz-radius-sm)',
    sm: 'var(--mz-radius-sm)',
    md: 'var(--mz-radius-md)',
    lg: 'var(--mz-radius-lg)',
    xl: 'var(--mz-radius-lg)',
  },
  defaultRadius: 'md',
  shadows: { xs: 'none', sm: 'none', md: 'var(--mz-shadow)', lg: 'var(--mz-shadow)', xl: 'var(--mz-shadow)' },
  headings: {
    fontFamily: 'var(--mz-font)',
    fontWeight: '600',
    sizes: {
      h1: heading('h1'),
      h2: heading('h2'),
      h3: heading('xl'),
      h4: heading('lg'),
      h5: heading('md'),
      h6: heading('sm'),
    },
  },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    // Its label is cut where it shrinks; what stands beside it breaks over lines instead.
    Button: { vars: buttonVars, styles: { root: { flexShrink: 0 } } },
    Input: { vars: inputVars },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Tooltip: { defaultProps: { openDelay: 200, transitionProps: { duration: 100 } } },
    Popover: {
      defaultProps: { transitionProps: { duration: 100 }, shadow: 'md', radius: 'lg' },
      // One of a fixed width would be wider than the smallest window.
      styles: { dropdown: { maxWidth: 'calc(100vw - 2 * var(--mz-s2))' } },
    },
    // The focus goes to the first entry: a menu has entries and nothing else that takes it.
    Menu: {
      defaultProps: {
        transitionProps: { duration: 100 },
        shadow: 'md',
        radius: 'lg',
        withInitialFocusPlaceholder: false,
      },
    },
    Modal: {
      defaultProps: {
        attributes: dialogHead,
        zIndex: dialogLayer,
        transitionProps: { duration: 100 },
        shadow: 'md',
        radius: 'lg',
        centered: true,
      },
    },
    Drawer: { defaultProps: { attributes: dialogHead } },
    Select: { defaultProps: { comboboxProps: { transitionProps: { duration: 100 }, shadow: 'md' } } },
  },
};
