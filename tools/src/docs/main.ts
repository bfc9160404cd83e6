/** `npm run docs`: writes the API reference of docs/protocol. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reference } from './reference.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

for (const { path, text } of reference()) {
  mkdirSync(dirname(root + path), { recursive: true })
  writeFileSync(root + path, text)
  console.log(path)
}
