/** The help as commands of the palette: every page and every heading, found by its words. Its pages come with the first word that is typed. */
import { useEffect, useState } from 'react'
import type { Command } from './commands.ts'

type Pages = typeof import('../features/help/pages.ts')

const MOST = 5

export const openHelp = (address: string): void => void open(address, '_blank', 'noopener')

export function useHelpCommands(typed: string): readonly Command[] {
  const [pages, setPages] = useState<Pages>()
  const isTyped = typed.trim().length > 2
  // Without the pages the palette is as good as before; the next word asks for them again.
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
