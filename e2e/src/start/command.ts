/** The commands in CONTRIBUTING as a terminal runs them: in their own process group, which Ctrl-C reaches as a whole. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

const WITHIN_MS = 100_000
const LOOK_MS = 50

export type Command = {
  readonly output: () => string
  /** Waits for a text; fails if the command ends without it. */
  says(words: RegExp): Promise<void>
  /** Sends a signal to the whole group, as a terminal does. */
  signal(name: NodeJS.Signals): void
  /** The exit code of npm, or the signal's name if it has none. */
  readonly ended: Promise<number | NodeJS.Signals | null>
  /** Whether any process of the group is left. */
  isGone(): boolean
}

export function npm(args: readonly string[], env: Readonly<Record<string, string>>, folder = root): Command {
  const child = spawn('npm', [...args], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: '', ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = endOf(child)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    output: () => output,
    ended,
    says: (words) => until(() => words.test(output) || (hasEnded() && fails(`ended without ${words}:\n${output}`)), `${words}`),
    signal: (name) => toGroup(child, name),
    isGone: () => !toGroup(child, 0),
  }
}

/** Runs a command to its end. */
export async function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<{ code: unknown; output: string }> {
  const command = npm(args, env)
  const late = setTimeout(() => command.signal('SIGKILL'), WITHIN_MS)
  const code = await command.ended
  clearTimeout(late)
  return { code, output: command.output() }
}

export async function until(isSo: () => boolean, what: string): Promise<void> {
  for (const last = Date.now() + WITHIN_MS; !isSo(); await delay(LOOK_MS)) if (Date.now() > last) fails(`${what} did not come in time`)
}

/** After this, a folder can be removed. Programs that a command started may outlive its database, and the other way round. */
export async function nothingLeft(dataDir: string, commands: readonly Command[]): Promise<void> {
  await until(() => commands.every((command) => command.isGone()) && processesOf(dataDir).length === 0, 'the end of everything')
}

/** Processes that work in a folder or have it as an argument: a stopped Parley must leave none. */
export function processesOf(folder: string): readonly string[] {
  const home = realpathSync(folder)
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => {
      const command = commandOf(pid)
      return command !== undefined && (command.line.includes(home) || command.worksIn.startsWith(home)) ? [`${pid} ${command.line}`] : []
    })
}

function commandOf(pid: string): { readonly line: string; readonly worksIn: string } | undefined {
  try {
    const at = join('/proc', pid)
    return { line: readFileSync(join(at, 'cmdline'), 'utf8').replaceAll('\0', ' ').trim(), worksIn: readlinkSync(join(at, 'cwd')) }
  } catch {
    // It ended during the check, or we have no access to it.
    return undefined
  }
}

function toGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-child.pid!, signal)
  } catch {
    return false
  }
}

const endOf = (child: ChildProcess): Command['ended'] =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? signal))
  })

function fails(sentence: string): never {
  throw new Error(sentence)
}
