import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startLanguages } from '../base/i18n.ts'
import { restoreSession } from '../base/session.ts'
import { openStored } from '../base/stored.ts'
import { App } from './App.tsx'
import '../base/theme.css'

await openStored()
restoreSession()
await startLanguages()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
