/** Writes a past in a process of its own, which a test kills. */
import { writeDemoPast, type DemoPastSetting } from '../src/demo/past/write-demo-past.ts'

await writeDemoPast(JSON.parse(process.argv[2]!) as DemoPastSetting)
process.exit(0)
