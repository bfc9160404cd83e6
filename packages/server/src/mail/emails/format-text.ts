/** An email as plain text with the same content as its HTML. */
import { knownFacts, type Draft, type Sender } from './draft.ts'

const WIDTH = 76

export function formatText(draft: Draft, to: string, { support, publicUrl }: Sender): string {
  const { name, heading, paragraphs, code, action, notYou, why } = draft
  const facts = knownFacts(draft)
  const labels = Math.max(0, ...facts.map(([label]) => label.length))
  return [
    heading,
    name === undefined ? 'Hello,' : `Hello ${name},`,
    ...paragraphs.map(wrap),
    ...(facts.length === 0 ? [] : [facts.map(([label, value]) => `  ${`${label}:`.padEnd(labels + 2)}${value}`).join('\n')]),
    ...(code === undefined ? [] : [`${code.label}:\n\n  ${code.value}`]),
    ...(action === undefined ? [] : [`${action.label}:\n${action.link}`]),
    wrap(notYou),
    `-- \n${wrap(`Sent to ${to} ${why}. Questions: ${support}`)}\nParley, ${publicUrl}\n`,
  ].join('\n\n')
}

/** Words are never broken, and a link stays on one line. */
function wrap(text: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    if (line !== '' && line.length + 1 + word.length > WIDTH) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join('\n')
}
