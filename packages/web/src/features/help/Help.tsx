import { Search, SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Logo } from '../../components/Logo.tsx'
import { usePath } from '../../components/router.ts'
import { useIsNarrow } from '../../components/use-media.ts'
import styles from './Help.module.css'
import { HelpText } from './HelpText.tsx'
import { addressOf, findInHelp, helpPages } from './pages.ts'

/** The user pages of docs/, served with the product: the same version, without a network and without a sign-in. */
export function Help() {
  const slug = usePath().split('/')[2] ?? ''
  const page = helpPages.find((one) => one.slug === slug) ?? helpPages[0]!
  const [typed, setTyped] = useState('')
  const isNarrow = useIsNarrow()
  useEffect(() => {
    document.title = `${page.title} · Help · Parley`
    // The page loads after its address changes, so the browser has looked for the heading too early.
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
  }, [page])
  const pages = (
    <ul>
      {helpPages.map((one) => (
        <li key={one.slug}>
          <a href={addressOf(one.slug)} aria-current={one === page && typed.trim() === '' ? 'page' : undefined}>
            {one.title}
          </a>
        </li>
      ))}
    </ul>
  )
  return (
    <div className={styles['help']}>
      <nav className={styles['side']} aria-label="Help">
        <a className={styles['home']} href={addressOf(helpPages[0]!.slug)}>
          <Logo size={24} /> Help
        </a>
        <label className={styles['search']}>
          <Search size={14} aria-hidden="true" />
          <input
            type="search"
            aria-label="Search the help"
            placeholder="Search the help"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        {isNarrow ? (
          // The text comes first. The list of pages is one click away.
          <details className={styles['pages']}>
            <summary>All {helpPages.length} pages</summary>
            {pages}
          </details>
        ) : (
          pages
        )}
      </nav>
      <main className={styles['main']}>
        {typed.trim() === '' ? <Article page={page} /> : <Found typed={typed} onClear={() => setTyped('')} />}
      </main>
    </div>
  )
}

const Article = ({ page }: { readonly page: (typeof helpPages)[number] }) => (
  <article className={styles['article']}>
    <h1>{page.title}</h1>
    <HelpText slug={page.slug} blocks={page.blocks} />
  </article>
)

/** A plain click loads the page again and scrolls to its heading. */
function Found({ typed, onClear }: { readonly typed: string; readonly onClear: () => void }) {
  const found = findInHelp(typed)
  if (found.length === 0)
    return (
      <Empty
        icon={SearchX}
        title={`No results for “${typed.trim()}”`}
        text="Try fewer words."
        action={<Button onClick={onClear}>Clear search</Button>}
      />
    )
  return (
    <ul className={styles['found']} aria-label="Search results">
      {found.map(({ slug, page, heading, anchor, text }) => (
        <li key={`${slug} ${anchor}`}>
          <a href={addressOf(slug, anchor)}>
            <b>{heading}</b> <span>{page === heading ? '' : page}</span>
          </a>
          <p>{text.trim().slice(0, 160)}</p>
        </li>
      ))}
    </ul>
  )
}
