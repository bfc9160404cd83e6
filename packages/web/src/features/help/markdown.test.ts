import { describe, expect, it } from 'vitest'
import { anchorOf, readInline, readMarkdown } from './markdown.ts'
import { findInHelp, helpAddress, helpPages, helpSections } from './pages.ts'

describe('the Markdown of docs/', () => {
  it.each([
    ['## A `b` heading', [{ kind: 'HEADING', level: 2, text: 'A `b` heading', anchor: 'a-b-heading' }]],
    ['one\ntwo\n\nthree', [{ kind: 'PARAGRAPH', text: 'one two' }, { kind: 'PARAGRAPH', text: 'three' }]], // prettier-ignore
    ['```sh\nnpm  start\n\n```\nafter', [{ kind: 'CODE', text: 'npm  start\n' }, { kind: 'PARAGRAPH', text: 'after' }]], // prettier-ignore
    ['- a\n  more\n- b', [{ kind: 'LIST', isOrdered: false, items: ['a more', 'b'] }]],
    ['1. a\n2. b', [{ kind: 'LIST', isOrdered: true, items: ['a', 'b'] }]],
    ['| x | y |\n| --- | :-: |\n| a \\| b | c |', [{ kind: 'TABLE', head: ['x', 'y'], rows: [['a | b', 'c']] }]],
    ['<!-- not\nshown -->\ntext', [{ kind: 'PARAGRAPH', text: 'text' }]],
    ['<script>alert(1)</script>', [{ kind: 'PARAGRAPH', text: '<script>alert(1)</script>' }]],
  ])('%j', (source, blocks) => expect(readMarkdown(source)).toEqual(blocks))

  it('has code, strong words, emphasis and links within a line', () => {
    expect(readInline('a `b_c_` **d** _e_ f_g_h [i `j`](k.md#l)!')).toEqual([
      { kind: 'TEXT', text: 'a ' },
      { kind: 'CODE', text: 'b_c_' },
      { kind: 'TEXT', text: ' ' },
      { kind: 'STRONG', text: 'd' },
      { kind: 'TEXT', text: ' ' },
      { kind: 'EMPHASIS', text: 'e' },
      { kind: 'TEXT', text: ' f_g_h ' },
      { kind: 'LINK', text: 'i j', to: 'k.md#l' },
      { kind: 'TEXT', text: '!' },
    ])
  })

  it('names a heading as its links do', () => expect(anchorOf('How to sign in, again?')).toBe('how-to-sign-in-again'))
})

describe('the help', () => {
  it('has every page with a title, and every guide except those for developers', () => {
    const guides = Object.keys(import.meta.glob('../../../../../docs/guides/*.md')).map((path) =>
      path.split('/').at(-1)!.replace('.md', ''),
    )
    const slugs = helpPages.map(({ slug }) => slug)
    expect(guides.filter((guide) => !slugs.includes(guide))).toEqual(['add-a-kind-of-rfq'])
    expect(helpPages.filter(({ title, blocks }) => title === '' || blocks.length < 2)).toEqual([])
  })

  it('finds text in headings and bodies, headings first', () => {
    expect(findInHelp('kinds of nothing that stands here')).toEqual([])
    expect(findInHelp('what is offered')[0]).toMatchObject({ slug: 'the-line', heading: 'What is offered' })
    for (const { heading } of helpSections)
      expect(
        findInHelp(heading).map((one) => one.heading),
        heading,
      ).toContain(heading)
  })

  it('links to its own pages, and to nothing that it does not have', () => {
    expect(helpAddress('keys', 'the-line.md#the-words')).toBe('/help/the-line/#the-words')
    expect(helpAddress('keys', '#table')).toBe('/help/keys/#table')
    for (const to of ['https://help.parley.example/', '../decisions/0001-x.md', '../../packages/core/src/index.ts', 'javascript:alert(1)'])
      expect(helpAddress('keys', to), to).toBeUndefined()
  })
})
