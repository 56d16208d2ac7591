import { chromium } from 'playwright-core'
const [,, base, user, pw, w, h, lang, theme, out, ...paths] = process.argv
const b = await chromium.launch({ executablePath: '/usr/lib/chromium/chromium-headless-shell', args: ['--no-sandbox'] }).catch(()=>chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] }))
const c = await b.newContext({ viewport: { width: +w, height: +h }, colorScheme: theme, locale: lang === 'cn' ? 'zh-CN' : 'en-GB' })
const p = await c.newPage()
p.on('console', m => m.type() === 'error' && console.log('console', m.text().slice(0,200)))
p.on('pageerror', e => console.log('pageerror', e.message.slice(0,200)))
await p.goto(base)
await p.waitForTimeout(2500)
await p.screenshot({ path: `${out}-signin.png` })
if (user) {
  await p.locator('input').nth(0).fill(user)
  await p.locator('input[type=password]').first().fill(pw)
  await p.keyboard.press('Enter')
  await p.waitForURL(/index|test/, { timeout: 30000 })
  await p.waitForTimeout(4000)
  await p.screenshot({ path: `${out}-home.png` })
}
for (const path of paths) { await p.goto(base + path); await p.waitForTimeout(3500); await p.screenshot({ path: `${out}${path.replace(/[^a-zA-Z0-9]+/g, '-')}.png` }); console.log(path, p.url()) }
await b.close()
