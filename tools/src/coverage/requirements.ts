/** The requirements of docs/requirements: a number, a sentence, and remarks on different decisions and open points. */
import { readProjectFile } from '../tidy/sources.ts'

export type Requirement = {
  /** `A 2.14`, `T 9.31`, `W 1.6` */
  readonly number: string
  readonly text: string
  /** Each begins with `Decided: ` or `Open: `. */
  readonly remarks: readonly string[]
}
export type Section = { readonly title: string; readonly requirements: readonly Requirement[] }
export type Subject = { readonly name: string; readonly title: string; readonly sections: readonly Section[] }

const NAMES = ['account-access', 'trading-application', 'published-wire']

export const subjects: readonly Subject[] = NAMES.map((name) => {
  const [head = '', ...sections] = readProjectFile(`docs/requirements/${name}.md`).split('\n## ')
  return { name, title: head.split('\n')[0]!.replace('# ', ''), sections: sections.map(readSection) }
})

export const requirements: readonly Requirement[] = subjects.flatMap(({ sections }) => sections.flatMap((section) => section.requirements))

function readSection(text: string): Section {
  const [title = '', ...lines] = text.split('\n')
  const items = lines
    .join('\n')
    .split(/^- /m)
    .slice(1)
    .map((item) => item.split('\n').map((line) => line.trim()))
  return { title, requirements: items.map(readRequirement) }
}

function readRequirement([first = '', ...rest]: readonly string[]): Requirement {
  const [, number, text] = /^\*\*([ATW] \d+\.\d+)\*\* (.+)$/.exec(first) ?? []
  if (number === undefined || text === undefined) throw new Error(`docs/requirements: "${first}" has no number such as **A 2.14**.`)
  return { number, text, remarks: rest.filter((line) => line !== '').map(readRemark) }
}

function readRemark(line: string): string {
  if (!/^- (Decided|Open): ./.test(line)) throw new Error(`docs/requirements: "${line}" is neither "Decided: …" nor "Open: …".`)
  return line.slice(2)
}
