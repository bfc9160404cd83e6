/** `npm run contracts`: compiles the contracts of the embedded chain again. */
import { writeFileSync } from 'node:fs'
import { COMPILED, compileContracts } from './compile.ts'

writeFileSync(COMPILED, compileContracts())
process.stdout.write(`Wrote ${COMPILED}\n`)
