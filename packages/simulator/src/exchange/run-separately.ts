/** A simulated venue as a program of its own, for rehearsals with an installation of one's own. */
import { parseArgs } from 'node:util'

type Setting = { readonly port: number; readonly seed: number }
type Running = { readonly lines: readonly string[]; readonly close: () => Promise<unknown> }

/** Starts it with `--port` and `--seed`, and prints its lines. A start that fails ends with one sentence. */
export async function runSeparately(defaultPort: number, start: (setting: Setting) => Promise<Running>): Promise<void> {
  const setting = readSetting(process.argv.slice(2), defaultPort)
  if (setting === undefined)
    return end(`Use --port with a number up to 65535 and --seed with a whole number: --port ${defaultPort} --seed 7`)
  try {
    const { lines, close } = await start(setting)
    for (const line of lines) console.log(line)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close().then(() => process.exit(0)))
  } catch (error) {
    end(problemOf(error, setting.port) ?? error)
  }
}

function end(problem: unknown): void {
  console.error(problem)
  process.exit(1)
}

/** Undefined if an option is unknown or has a value that is not accepted. */
function readSetting(args: readonly string[], defaultPort: number): Setting | undefined {
  try {
    const { values } = parseArgs({ args: [...args], options: { port: { type: 'string' }, seed: { type: 'string' } } })
    const [port, seed] = [Number(values.port ?? defaultPort), Number(values.seed ?? 1)]
    return Number.isSafeInteger(port) && port >= 0 && port <= 65_535 && Number.isSafeInteger(seed) ? { port, seed } : undefined
  } catch {
    return undefined
  }
}

function problemOf(error: unknown, port: number): string | undefined {
  switch ((error as { readonly code?: unknown }).code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use; stop what uses it, or choose another with --port ${port + 1}.`
    case 'EACCES':
      return `Port ${port} needs rights this user does not have; choose one above 1023 with --port.`
    case 'EADDRNOTAVAIL':
      return 'This machine has no address 127.0.0.1; give its loopback interface one.'
    case undefined:
    default:
      return undefined
  }
}
