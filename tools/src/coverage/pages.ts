/** The pages of docs/coverage: every requirement, rule, call and channel with the tests that carry its number or use it. */
import { callGroups, doors } from '../call-groups.ts'
import { proofsOf, type Proof } from './proofs.ts'
import { requirements, subjects, type Requirement, type Subject } from './requirements.ts'
import { chapters } from './rulebook.ts'
import { filesThatCall, filesThatSubscribe } from './wire-calls.ts'

export type Page = { readonly path: string; readonly text: string }

const HEAD = '<!-- Written by `npm run docs`: do not edit. -->\n\n'
const NOT_PROVED = '**not proved by a test**'
/** If there are more files than this, only their number is shown. */
const FILES_SHOWN = 4

const isDecided = ({ remarks }: Requirement): boolean => remarks.some((remark) => remark.startsWith('Decided: '))
const isOpen = (one: Requirement): boolean => proofsOf(one.number).length === 0 && !isDecided(one)

export const coveragePages = (): readonly Page[] => [
  { path: 'docs/coverage/README.md', text: overview() },
  ...subjects.map((subject) => ({ path: `docs/coverage/${subject.name}.md`, text: subjectPage(subject) })),
  { path: 'docs/coverage/rulebook.md', text: rulebookPage() },
  { path: 'docs/coverage/calls.md', text: callsPage() },
]

function overview(): string {
  const rules = chapters.flatMap((chapter) => chapter.rules)
  const calls = callGroups.flatMap((group) => group.calls)
  const rows = subjects.map(({ name, title, sections }) => {
    const own = sections.flatMap((section) => section.requirements)
    return `| [${title}](${name}.md) | ${counts(own)} |`
  })
  const unnamed = calls.filter(({ call }) => filesThatCall(call).length === 0).length
  return `${HEAD}# What is proved, and what is not

**Not proved by a test: ${requirements.filter(isOpen).length} of ${requirements.length} requirements, and ${rules.filter(({ number }) => proofsOf(number).length === 0).length} of ${rules.length} rules of the rulebook.**

These pages are generated from the tests. The [requirements](../requirements/README.md) are kept by hand. A test carries a number in one of two ways, and takes it along when it moves:

- the number of a rule is at the beginning of its title: \`it('4.2 the quantity is …')\`;
- the numbers of requirements are in a comment directly above it: \`// Proves A 2.3, T 9.31 to 9.51.\`

| subject | requirements | with a test | decided otherwise, without a test | not proved by a test | partly open |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

The [rulebook](rulebook.md) page lists ${rules.length} rules. The [calls and channels](calls.md) page lists ${calls.length} calls. ${unnamed} of them are named in no test file, and only the tests that send every call reach them by name.
`
}

function counts(own: readonly Requirement[]): string {
  const [proved, decided] = [own.filter(isProved), own.filter((one) => !isProved(one) && isDecided(one))]
  const partly = proved.filter(({ remarks }) => remarks.some((remark) => remark.startsWith('Open: ')))
  return [own.length, proved.length, decided.length, own.filter(isOpen).length, partly.length].join(' | ')
}

const isProved = ({ number }: Requirement): boolean => proofsOf(number).length > 0

function subjectPage({ title, sections, name }: Subject): string {
  const own = sections.flatMap((section) => section.requirements)
  const tables = sections.map((section) => `## ${section.title}\n\n${table(section.requirements.map(requirementRow))}`)
  return `${HEAD}# ${title}\n\n**Not proved by a test: ${own.filter(isOpen).length} of ${own.length}.** The requirements are in [${name}.md](../requirements/${name}.md), [the overview](README.md) explains the numbers.\n\n${tables.join('\n\n')}\n`
}

const requirementRow = (one: Requirement): readonly string[] => [
  one.number,
  [one.text, ...one.remarks].join(' '),
  isOpen(one) ? NOT_PROVED : isProved(one) ? listed(proofsOf(one.number)) : 'decided otherwise',
]

function rulebookPage(): string {
  const tables = chapters.map(({ title, rules }) => {
    const rows = rules.map(({ number, text }) => [number, text, proofsOf(number).length === 0 ? NOT_PROVED : listed(proofsOf(number))])
    return `## ${title}\n\n${table(rows)}`
  })
  return `${HEAD}# Rulebook\n\nThe first sentence of each rule of the [rulebook](../rulebook.md), with the tests whose titles begin with its number.\n\n${tables.join('\n\n')}\n`
}

function callsPage(): string {
  const calls = callGroups.map(({ title, calls: own }) => {
    const rows = own.map(({ call }) => [`${call.method} ${call.path}`, call.summary, files(filesThatCall(call))])
    return `## ${title}\n\n${table(rows, ['call', 'summary', 'test files'])}`
  })
  const channels = doors.map(({ path, title, channels: own }) => {
    const rows = Object.entries(own).map(([name, { summary }]) => [`\`${name}\``, summary, files(filesThatSubscribe(path, name))])
    return `## ${title}, socket at \`${path}\`\n\n${table(rows, ['channel', 'summary', 'test files'])}`
  })
  return `${HEAD}# Calls and channels

Every published call with the test files that name it, and every channel with the test files that subscribe to it at its endpoint. The names are found in the text of the tests: a file that builds a path from parts is missing here.

Some tests cover all calls and channels: \`e2e/src/fuzz/fuzz.e2e.ts\` sends every call once as it should be and then with random inputs, \`e2e/src/protocol/wire-lines.e2e.ts\` calls every path with and without the trailing slash, and \`e2e/src/protocol/idempotency.e2e.ts\` repeats every write.

${[...calls, ...channels].join('\n\n')}
`
}

const files = (paths: readonly string[]): string => {
  if (paths.length === 0) return 'no test file names it'
  const shown = paths.slice(0, FILES_SHOWN).map((path) => `[${short(path)}](../../${path})`)
  const more = paths.length > FILES_SHOWN ? ` and ${paths.length - FILES_SHOWN} more` : ''
  return `${shown.join(', ')}${more}`
}

function listed(proofs: readonly Proof[]): string {
  const paths = [...new Set(proofs.map(({ path }) => path))]
  return paths
    .map((path) => {
      const titles = proofs.filter((proof) => proof.path === path).map(({ title }) => `“${title}”`)
      return `[${short(path)}](../../${path}) ${titles.join(', ')}`
    })
    .join('<br>')
}

const short = (path: string): string => path.replace(/^packages\//, '').replace('/src/', '/')

const cell = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim()

function table(rows: readonly (readonly string[])[], head: readonly string[] = ['number', 'requirement', 'tests']): string {
  const lines = rows.map((row) => `| ${row.map(cell).join(' | ')} |`)
  return [`| ${head.join(' | ')} |`, `| ${head.map(() => '---').join(' | ')} |`, ...lines].join('\n')
}
