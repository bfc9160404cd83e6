/** `npm run pack:client`: packs the SDK as a tarball for `npm install` and `npm publish`. */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { packClient } from './pack-client.ts'

const into = fileURLToPath(new URL('../../../.cache/pack/', import.meta.url))
mkdirSync(into, { recursive: true })
console.log(packClient(into))
