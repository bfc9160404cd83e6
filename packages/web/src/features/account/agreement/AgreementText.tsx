import styles from './Agreement.module.css'

export type Section = { readonly id: string; readonly label: string; readonly paragraphs: readonly string[] }

const ITEM = '- '

/** Headings, paragraphs and lists. A paragraph that begins with a dash is a list item. */
export const AgreementText = ({ sections }: { readonly sections: readonly Section[] }) =>
  sections.map(({ id, label, paragraphs }) => (
    <section key={id} data-section={id} className={styles['section']} aria-labelledby={`section-${id}`}>
      <h2 id={`section-${id}`} className={styles['heading']}>
        {label}
      </h2>
      {blocksOf(paragraphs).map((block, index) =>
        typeof block === 'string' ? (
          <p key={index}>{block}</p>
        ) : (
          <ul key={index}>
            {block.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        ),
      )}
    </section>
  ))

/** Consecutive items form one list. */
function blocksOf(paragraphs: readonly string[]): readonly (string | readonly string[])[] {
  const blocks: (string | string[])[] = []
  for (const paragraph of paragraphs) {
    const last = blocks.at(-1)
    if (!paragraph.startsWith(ITEM)) blocks.push(paragraph)
    else if (Array.isArray(last)) last.push(paragraph.slice(ITEM.length))
    else blocks.push([paragraph.slice(ITEM.length)])
  }
  return blocks
}
