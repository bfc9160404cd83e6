import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Console } from './features/operator/Console.tsx'
import './theme/base.css'
import { applyTimeZone } from './components/time-zone.ts'
import { currentTheme } from './live/theme-choice.ts'
import { keptTimeZone } from './live/time-zone-choice.ts'
import { applyTheme } from './theme/theme.ts'

applyTheme(currentTheme())
applyTimeZone(keptTimeZone())

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no root element')
createRoot(root, { onCaughtError: (error) => console.error(error) }).render(
  <StrictMode>
    <Console />
  </StrictMode>,
)
