/** The browser tests use Debian's Chromium; as root it is installed here, otherwise the way to get it is said. */
import { existsSync } from 'node:fs'
import { spawnSync } from 'node:child_process'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export const chromiumPath = (): string | undefined =>
  [process.env['CHROMIUM_PATH'], ...PLACES].find((path) => path !== undefined && existsSync(path))

export async function ensureChromium(): Promise<void> {
  if (chromiumPath() !== undefined) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.log('The browser tests need Chromium: install it (Debian: `apt-get install chromium`) or name it in CHROMIUM_PATH.')
    return
  }
  console.log('Installing Chromium for the browser tests…')
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: environment }).status === 0
  const installed =
    (apt('update', '-q') && apt('install', '-y', '-q', '--no-install-recommends', 'chromium')) ||
    (apt('update', '-q') && apt('install', '-y', '-q', '--no-install-recommends', 'chromium'))
  if (!installed) console.log('Chromium could not be installed; the browser tests will fail and say so.')
}
