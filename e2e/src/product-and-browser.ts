/** The product, its two desks and a browser for a whole file, as most files of browser tests begin. */
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { describeWindows, emptyWindows, openBrowser } from './browser.ts'
import { startedDataDir } from './first-start.ts'
import { type Product, removeDataDir, startProduct, STILL } from './product.ts'
import { type Desks, desksOf } from './protection/desks.ts'

export type Opened = { readonly product: Product; readonly browser: Browser; readonly desks: Desks }
/** If a test continues from the state of the previous one, windows are kept. Everywhere else a test starts without windows. */
type Windows = 'emptied after each test' | 'kept'

/** `take` receives all of it before the first test. A file's own hooks that need it come after the call. */
export function withProductAndBrowser(
  take: (opened: Opened) => void,
  windows: Windows = 'emptied after each test',
  flags: readonly string[] = STILL,
): void {
  let product: Product | undefined
  let browser: Browser | undefined
  beforeAll(async () => {
    product = await startProduct({ dataDir: startedDataDir(), flags })
    browser = await openBrowser()
    take({ product, browser, desks: desksOf(product) })
  })
  afterEach(async ({ task }) => {
    if (browser !== undefined && task.result?.state === 'fail')
      process.stderr.write(`The windows when "${task.name}" had failed:\n${await describeWindows(browser)}\n`)
    if (browser !== undefined && windows !== 'kept') await emptyWindows(browser)
  })
  afterAll(async () => {
    if (browser !== undefined) await emptyWindows(browser)
    await product?.stop()
    if (product !== undefined) removeDataDir(product.dataDir)
  })
}
