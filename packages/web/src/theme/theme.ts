/** The palette in use: the person's choice, kept in the browser. A dark room is where it starts. */
import { keep, read } from '../live/browser-store.ts'

export type Theme = 'dark' | 'light' | 'colour-blind'
export const themes: readonly Theme[] = ['dark', 'light', 'colour-blind']
export const themeLabel: Readonly<Record<Theme, string>> = { dark: 'Dark', light: 'Light', 'colour-blind': 'Colour-blind' }

const KEY = 'theme'
const isTheme = (text: string | undefined): text is Theme => themes.includes(text as Theme)

export function currentTheme(): Theme {
  const kept = read(KEY)
  return isTheme(kept) ? kept : 'dark'
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
}

export function chooseTheme(theme: Theme): void {
  keep(KEY, theme)
  applyTheme(theme)
}
