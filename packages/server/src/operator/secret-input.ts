/**
 * How secrets reach the operator's command: standard input, a prompt at a terminal, or a file. Arguments can be read by every process of the machine,
 * and stay in the shell's history.
 */
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { Writable, type Readable } from 'node:stream'
import { OperatorProblem } from './operator-problem.ts'

/** No password, key or venue secret is longer. */
const MOST_BYTES = 4_096

export type SecretInput = {
  /** A user is there to answer a prompt. */
  readonly isTerminal: boolean
  /** Everything on standard input, or the answer to the prompt, without the line ending. */
  read(question: string): Promise<string>
}

/** Prompts on standard error, because standard output is the command's output. */
export const secretInputOf = (stdin: Readable & { readonly isTTY?: boolean }, screen: Writable): SecretInput => ({
  isTerminal: stdin.isTTY === true,
  read: (question) => (stdin.isTTY === true ? askUnseen(stdin, screen, question) : readLine(stdin, 'Standard input')),
})

export async function readSecretFile(path: string): Promise<string> {
  const file = await open(path).catch((error: Error) => {
    throw new OperatorProblem(`The file ${path} cannot be read: ${error.message}.`)
  })
  try {
    return await readLine(file.createReadStream(), path)
  } finally {
    await file.close()
  }
}

async function readLine(stream: AsyncIterable<Buffer | string>, place: string): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of stream) {
    parts.push(Buffer.from(part))
    bytes += parts.at(-1)!.length
    if (bytes > MOST_BYTES) throw new OperatorProblem(`${place} holds more than ${MOST_BYTES} bytes; a secret must be one line.`)
  }
  const text = Buffer.concat(parts)
    .toString('utf8')
    .replace(/\r?\n$/, '')
  if (/[\r\n]/.test(text)) throw new OperatorProblem(`${place} holds several lines; a secret must be one line.`)
  return text
}

async function askUnseen(stdin: Readable, screen: Writable, question: string): Promise<string> {
  screen.write(`${question}: `)
  const unseen = new Writable({ write: (_part, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: unseen, terminal: true })
  try {
    const leave = new AbortController()
    lines.once('SIGINT', () => leave.abort())
    lines.once('close', () => leave.abort())
    return await lines.question('', { signal: leave.signal }).catch(() => {
      throw new OperatorProblem('Nothing was entered. Nothing was done.')
    })
  } finally {
    lines.close()
    screen.write('\n')
  }
}
