import { type CSSVariablesResolver, createTheme, defaultVariantColorsResolver } from '@mantine/core'

/** Mantine, pointed at our tokens: `tokens.css` stays the one truth about colours. */
const POINTED = {
  '--mantine-color-body': 'var(--pc-surface)',
  '--mantine-color-text': 'var(--pc-ink)',
  '--mantine-color-dimmed': 'var(--pc-muted)',
  '--mantine-color-placeholder': 'var(--pc-faint)',
  '--mantine-color-default': 'var(--pc-surface)',
  '--mantine-color-default-hover': 'var(--pc-hover)',
  '--mantine-color-default-border': 'var(--pc-line-strong)',
  '--mantine-color-default-color': 'var(--pc-ink)',
  '--mantine-color-anchor': 'var(--pc-accent)',
  '--mantine-color-error': 'var(--pc-fail)',
  '--mantine-primary-color-filled': 'var(--pc-accent)',
  '--mantine-primary-color-contrast': 'var(--pc-on-accent)',
  '--mantine-color-pine-filled': 'var(--pc-accent)',
  '--mantine-color-pine-filled-hover': 'var(--pc-accent-hover)',
  '--mantine-color-pine-outline': 'var(--pc-accent)',
}

export const resolver: CSSVariablesResolver = () => ({ variables: {}, light: POINTED, dark: POINTED })

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: { light: 8, dark: 4 },
  colors: {
    pine: [
      '#eef8f4',
      '#e4f2ec',
      '#bfe3d6',
      '#8fd6bf',
      '#5ecfac',
      '#41a98b',
      '#2f8069',
      '#0d7460',
      '#0b6150',
      '#084a3d',
    ],
  },
  fontFamily: 'var(--pc-font)',
  fontFamilyMonospace: 'var(--pc-mono)',
  respectReducedMotion: true,
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.34', sm: '1.5', md: '1.45', lg: '1.5', xl: '1.4' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '28px' },
      h2: { fontSize: '0.875rem', lineHeight: '20px' },
      h3: { fontSize: '0.8125rem', lineHeight: '18px' },
    },
  },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '12px', xl: '999px' },
  defaultRadius: 'sm',
  shadows: { sm: 'var(--pc-shadow-1)', md: 'var(--pc-shadow-2)', xl: 'var(--pc-shadow-3)' },
  variantColorResolver: (input) =>
    // In dark the fill is light: white text on it could not be read.
    input.variant === 'filled' && (!input.color || input.color === 'pine')
      ? {
          background: 'var(--pc-accent)',
          hover: 'var(--pc-accent-hover)',
          color: 'var(--pc-on-accent)',
          border: '1px solid transparent',
        }
      : defaultVariantColorsResolver(input),
  components: {
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Button: { defaultProps: { size: 'sm', variant: 'default' } },
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray', size: 32 },
      // Gray as it comes is too faint for dots.
      vars: () => ({ root: { '--ai-color': 'var(--pc-muted)' } }),
    },
    Modal: {
      defaultProps: {
        radius: 'lg',
        shadow: 'xl',
        overlayProps: { backgroundOpacity: 0.42 },
        transitionProps: { duration: 200 },
      },
    },
    Menu: { defaultProps: { shadow: 'md', radius: 'sm', withinPortal: true } },
    Popover: { defaultProps: { shadow: 'md', radius: 'sm', withinPortal: true } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Tooltip: { defaultProps: { radius: 'sm', openDelay: 300 } },
  },
})
