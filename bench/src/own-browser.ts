/** A separate browser for the benchmark, and the pages that it opens. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser } from 'playwright-core'

export const WEB_DIR = fileURLToPath(new URL('../../packages/web/dist/', import.meta.url))
const BROWSERS = [
  process.env['CHROMIUM_PATH'],
  ...['chromium', 'chromium-browser', 'google-chrome', 'chromium-headless-shell'].map((name) => `/usr/bin/${name}`),
]
const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-dev-shm-usage']

const found = BROWSERS.find((path) => path !== undefined && existsSync(path))

/** Undefined if pages can be measured; otherwise the reason why not. */
export const whyNoPages = (): string | undefined =>
  found === undefined || !existsSync(join(WEB_DIR, 'index.html')) ? 'needs Chromium and the built pages: npm start builds them' : undefined

export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath: found!, headless: true, args: FLAGS })
