import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import './theme/base.css'
import { applyTimeZone } from './components/time-zone.ts'
import { followInstalling } from './live/installing.ts'
import { startObservers } from './live/observers.ts'
import { record } from './live/report.ts'
import { currentTheme } from './live/theme-choice.ts'
import { keptTimeZone } from './live/time-zone-choice.ts'
import { applyTheme } from './theme/theme.ts'

applyTheme(currentTheme())
applyTimeZone(keptTimeZone())
followInstalling()

startObservers()
const onCaughtError = (error: unknown): void => {
  console.error(error)
  record('A part of the page failed while it was drawn.', error, 'FATAL')
}

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no root element')
createRoot(root, { onCaughtError }).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
