/** `npm run pack:client`: the SDK as a tarball that `npm install` and `npm publish` take. */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { packClient } from './pack-client.ts'

const into = fileURLToPath(new URL('../../../.cache/pack/', import.meta.url))
mkdirSync(into, { recursive: true })
console.log(packClient(into))
