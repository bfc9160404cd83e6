/** The palettes. */
export type Theme = 'dark' | 'light' | 'colour-blind'
export const themes: readonly Theme[] = ['dark', 'light', 'colour-blind']
export const themeLabel: Readonly<Record<Theme, string>> = { dark: 'Dark', light: 'Light', 'colour-blind': 'Colour-blind' }

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
}
