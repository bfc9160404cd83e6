/** Child processes: quiet ones, whose output is kept in case they fail, and the one that runs the product. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const KEPT_CHARACTERS = 20_000
const PARENT_WATCH_MS = 500
const FOLLOW_PARENT = new URL('follow-parent.mjs', import.meta.url).href

/** @param {string} command @param {readonly string[]} args @returns {Promise<{ ok: boolean, output: string }>} */
export function runQuietly(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    /** @param {Buffer} chunk */
    const keep = (chunk) => {
      output = (output + chunk).slice(-KEPT_CHARACTERS)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const stopWithUs = () => {
      child.kill()
      process.exit(143)
    }
    process.once('SIGTERM', stopWithUs)
    /** @param {{ ok: boolean, output: string }} result */
    const finish = (result) => {
      process.off('SIGTERM', stopWithUs)
      resolve(result)
    }
    child.on('error', (error) => finish({ ok: false, output: `${output}\n${error.message}` }))
    child.on('close', (code) => finish({ ok: code === 0, output }))
  })
}

/**
 * Runs Node programs until the first of them ends, passes signals on once, stops the others and returns the exit code.
 * @param {string} node
 * @param {readonly (readonly string[])[]} programs the arguments of each
 * @returns {Promise<number>}
 */
export function runInFront(node, programs) {
  const children = programs.map((args) =>
    spawn(node, ['--disable-warning=ExperimentalWarning', `--import=${FOLLOW_PARENT}`, ...args], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    }),
  )
  /** @type {Set<NodeJS.Signals>} */
  const passedOn = new Set()
  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => {
    // Ctrl-C on a terminal reaches the whole foreground group; a second copy could be taken for a second Ctrl-C.
    if (passedOn.has(signal) || (signal === 'SIGINT' && process.stdin.isTTY === true)) return
    passedOn.add(signal)
    for (const child of children) child.kill(signal)
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => passOn(signal))
  if (process.env['npm_lifecycle_event'] !== undefined) whenParentEnds(() => passOn('SIGTERM'))
  const ends = children.map((child) => endOf(child).finally(() => passOn('SIGTERM')))
  return Promise.all(ends).then((codes) => codes.find((code) => code !== 0) ?? 0)
}

/** npm passes a signal to the shell that it runs us in, and the shell does not pass it on. @param {() => void} then */
function whenParentEnds(then) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    then()
  }, PARENT_WATCH_MS).unref()
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<number>} as a shell would report it */
const endOf = (child) =>
  new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 1 : constants.signals[signal])))
  })
