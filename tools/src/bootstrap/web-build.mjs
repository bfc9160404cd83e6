/** Builds the web application and the API reference page, which the server serves as they are. */
import { buildIfNeeded } from './build-if-needed.mjs'

/** @param {string} node */
export const buildWebIfNeeded = (node) =>
  buildIfNeeded(node, {
    doing: 'Building the web app',
    stamp: '.cache/web-build',
    built: 'packages/web/dist/index.html',
    sources: ['package-lock.json', 'packages/web', 'packages/client/src', 'packages/contracts/src', 'packages/core/src'],
    command: ['node_modules/vite/bin/vite.js', 'build', 'packages/web', '--logLevel', 'warn'],
    problem: 'The web app could not be built. The output of the build:',
  })

/** @param {string} node */
export const buildApiPageIfNeeded = (node) =>
  buildIfNeeded(node, {
    doing: 'Writing the API reference',
    stamp: '.cache/api-page-build',
    built: 'docs/protocol/dist/api.html',
    sources: ['package.json', 'packages/contracts/src', 'tools/src/docs'],
    command: ['tools/src/docs/write-api-page.ts'],
    problem: 'The API reference could not be written. The reason:',
  })
