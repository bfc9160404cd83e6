/** The palette in use: the person's choice, kept in the browser. A dark room is where it starts. */
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
