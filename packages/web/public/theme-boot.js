// Runs before the first paint, so it is a plain script of its own and may not be a module.
// `src/base/theme/theme.ts` writes the same key.
;(() => {
  let choice = null
  try {
    choice = localStorage.getItem('theme')
  } catch {}
  const isDark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
})()
