import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { startLanguages } from './i18n.ts'
import { restoreSession } from './session.ts'
import { openStored } from './stored.ts'
import './theme.css'
import './shell.css'

await openStored()
restoreSession()
await startLanguages()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
