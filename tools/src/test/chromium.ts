/**
 * The browser tests use the headless shell of Debian's Chromium, which needs half the processor time of the full browser, or the full browser if the
 * shell is not available. As root it is installed here; otherwise a message explains how to get it.
 */
import { existsSync } from 'node:fs'
import { spawn } from 'node:child_process'

const SHELL = '/usr/bin/chromium-headless-shell'
const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
/** A machine without a network continues with the browser that it has. */
const ANSWER_WITHIN = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=0']

export async function ensureChromium(): Promise<void> {
  if ([process.env['CHROMIUM_PATH'], SHELL].some((path) => path !== undefined && existsSync(path))) return
  const hasBrowser = BROWSERS.some((path) => existsSync(path))
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    if (!hasBrowser)
      console.log('The browser tests need Chromium: install it (Debian: `apt-get install chromium-headless-shell`) or set CHROMIUM_PATH.')
    return
  }
  console.log('Installing the headless shell of Chromium for the browser tests…')
  if ((await install('chromium-headless-shell', hasBrowser ? ANSWER_WITHIN : [])) || hasBrowser) return
  if ((await install('chromium')) || (await install('chromium'))) return
  console.log('Chromium could not be installed. The browser tests will fail.')
}

async function install(name: string, options: readonly string[] = []): Promise<boolean> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]): Promise<boolean> =>
    new Promise((resolve) => {
      const running = spawn('apt-get', [...options, ...args], { stdio: ['ignore', 'ignore', 'inherit'], env })
      running.on('error', () => resolve(false))
      running.on('close', (code) => resolve(code === 0))
    })
  return (await apt('update', '-q')) && (await apt('install', '-y', '-q', '--no-install-recommends', name))
}
