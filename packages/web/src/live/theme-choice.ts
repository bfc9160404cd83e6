/** The user's palette, stored in the browser. Dark is the default. */
import { applyTheme, type Theme, themes } from '../theme/theme.ts'
import { keep, read } from './browser-store.ts'

const KEY = 'theme'
const isTheme = (text: string | undefined): text is Theme => themes.includes(text as Theme)

export function currentTheme(): Theme {
  const kept = read(KEY)
  return isTheme(kept) ? kept : 'dark'
}

export function chooseTheme(theme: Theme): void {
  keep(KEY, theme)
  applyTheme(theme)
}
