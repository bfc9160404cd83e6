/** Writes the page that an installation serves at /docs/api. It is built and not committed: half a megabyte, generated from the contracts. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { apiPage } from './api-page.ts'
import { productVersion } from './product-version.ts'

const folder = new URL('../../../docs/protocol/dist/', import.meta.url)

mkdirSync(folder, { recursive: true })
writeFileSync(new URL('api.html', folder), apiPage(productVersion))
