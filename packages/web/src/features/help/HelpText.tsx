import { Fragment } from 'react'
import { type Block, readInline } from './markdown.ts'
import { helpAddress } from './pages.ts'
import styles from './Help.module.css'

type TextProps = { readonly slug: string; readonly text: string }

/** A link without a target in this product becomes plain text. */
function Text({ slug, text }: TextProps) {
  return readInline(text).map((part, at) => {
    switch (part.kind) {
      case 'TEXT':
        return <Fragment key={at}>{part.text}</Fragment>
      case 'CODE':
        return <code key={at}>{part.text}</code>
      case 'STRONG':
        return <strong key={at}>{part.text}</strong>
      case 'EMPHASIS':
        return <em key={at}>{part.text}</em>
      case 'LINK': {
        const address = helpAddress(slug, part.to)
        return address === undefined ? (
          <Fragment key={at}>{part.text}</Fragment>
        ) : (
          <a key={at} href={address}>
            {part.text}
          </a>
        )
      }
    }
  })
}

export const HelpText = ({ slug, blocks }: { readonly slug: string; readonly blocks: readonly Block[] }) =>
  blocks.map((block, at) => <OneBlock key={at} slug={slug} block={block} />)

function OneBlock({ slug, block }: { readonly slug: string; readonly block: Block }) {
  switch (block.kind) {
    case 'HEADING': {
      const Heading = block.level <= 2 ? 'h2' : 'h3'
      return (
        <Heading id={block.anchor}>
          <Text slug={slug} text={block.text} />
        </Heading>
      )
    }
    case 'PARAGRAPH':
      return (
        <p>
          <Text slug={slug} text={block.text} />
        </p>
      )
    case 'CODE':
      return (
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      )
    case 'LIST': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((item, at) => (
            <li key={at}>
              <Text slug={slug} text={item} />
            </li>
          ))}
        </List>
      )
    }
    case 'TABLE':
      return <Table slug={slug} {...block} />
  }
}

function Table({ slug, head, rows }: Extract<Block, { kind: 'TABLE' }> & { readonly slug: string }) {
  return (
    <div className={styles['table']} tabIndex={0} role="region" aria-label={`Table: ${head.join(', ')}`}>
      <table>
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th key={at} scope="col">
                <Text slug={slug} text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            <tr key={at}>
              {cells.map((cell, place) => (
                <td key={place}>
                  <Text slug={slug} text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
