/** Vitest's set-up of the `screens` project, run for each file. */
import { watchScreens } from './screen.tsx'

// Parts of the page that are fetched when they are first drawn are there before the first test: a file that ends while one is on its way would
// break it for the files that follow in the same process.
import.meta.glob(['../../src/{app,features}/**/*.tsx', '../../src/features/spreads/follow-fills.ts', '!**/*.test.tsx'], { eager: true })

watchScreens()
