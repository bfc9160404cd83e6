import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Dashboard } from './features/desk-admin/Dashboard.tsx'
import './theme/base.css'
import { applyTheme, currentTheme } from './theme/theme.ts'

applyTheme(currentTheme())

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no root element')
createRoot(root).render(
  <StrictMode>
    <Dashboard />
  </StrictMode>,
)
