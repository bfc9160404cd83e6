/** `npm run docs`: writes the API reference of docs/protocol, docs/coverage, and docs/texts. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { coveragePages } from '../coverage/pages.ts'
import { textPages } from '../prose/text-pages.ts'
import { readTexts } from '../prose/texts.ts'
import { reference } from './reference.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

for (const { path, text } of [...reference(), ...coveragePages(), ...textPages(readTexts())]) {
  mkdirSync(dirname(root + path), { recursive: true })
  writeFileSync(root + path, text)
  console.log(path)
}
