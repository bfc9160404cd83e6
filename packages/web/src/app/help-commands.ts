/** The help as palette commands: every page and every heading, searched by its text. The pages are loaded when the user starts to type. */
import { useEffect, useState } from 'react'
import type { Command } from './commands.ts'

type Pages = typeof import('../features/help/pages.ts')

const MOST = 5

export const openHelp = (address: string): void => void open(address, '_blank', 'noopener')

export function useHelpCommands(typed: string): readonly Command[] {
  const [pages, setPages] = useState<Pages>()
  const isTyped = typed.trim().length > 2
  // The palette works without the help pages. The next keystroke requests them again.
  useEffect(() => {
    if (isTyped && pages === undefined) import('../features/help/pages.ts').then(setPages, () => undefined)
  }, [isTyped, typed, pages])
  if (!isTyped || pages === undefined) return []
  return pages
    .findInHelp(typed)
    .slice(0, MOST)
    .map(({ slug, page, heading, anchor }) => ({
      id: `help-${slug}-${anchor}`,
      title: page === heading ? heading : `${page} › ${heading}`,
      hint: 'Help',
      run: () => openHelp(pages.addressOf(slug, anchor)),
    }))
}
