import { hashOf } from '../../platform/http/answer-memory.ts'
import type { About } from '../../storefront/public-api/schema.ts'

const RADIUS = { square: '0', soft: '10px', round: '20px' } as const

/** The style of a shop's page: a file of its own, because the page's policy shuts inline styles out. */
export function themeOf({ appearance }: Pick<About, 'appearance'>): { css: string; hash: string } {
  const { accent, onAccent, accentDark, onAccentDark, card, onCard, corners, type } = appearance
  const css = `:root{color-scheme:light dark;--accent:light-dark(${accent},${accentDark});--on-accent:light-dark(${onAccent},${onAccentDark});--card:${card};--on-card:${onCard};--radius:${RADIUS[corners]};--font:${type === 'serif' ? 'Georgia,"Times New Roman",serif' : 'system-ui,sans-serif'}}${RULES}`
  return { css, hash: hashOf(Buffer.from(css)) }
}

/** Two colours of the merchant and the system's own ink and paper; everything between is mixed from them. */
const RULES = `
*{box-sizing:border-box}
body{margin:0;background:light-dark(#fff,#121715);color:light-dark(#131c18,#e9eeeb);font:400 1rem/1.55 var(--font);overflow-wrap:anywhere}
a{color:inherit}
:focus-visible{outline:2px solid var(--accent);outline-offset:3px}
.wide{max-inline-size:52rem;margin-inline:auto;padding-inline:1.25rem}
header{padding-block:1.5rem;display:flex;align-items:center;gap:.875rem;font-weight:600}
.sign{display:grid;place-items:center;inline-size:2.75rem;block-size:2.75rem;border-radius:min(var(--radius),.75rem);background:var(--card);color:var(--on-card);font:600 1.25rem/1 Georgia,serif}
header .logo{block-size:2.75rem;inline-size:auto;max-inline-size:50%;object-fit:contain;object-position:left}
h1{font-size:clamp(1.75rem,6vw,2.5rem);line-height:1.15;margin:1.5rem 0 1rem;text-wrap:balance}
h2{font-size:1.25rem;line-height:1.3;margin:3rem 0 1rem}
h3{font-size:1rem;line-height:1.4;margin:0}
p{margin:0}
.muted{color:color-mix(in srgb,currentColor 76%,transparent);font-size:.9375rem}
.go{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem 1rem}
.button{display:inline-block;padding:.75rem 1.25rem;border-radius:min(var(--radius),1.5rem);background:var(--accent);color:var(--on-accent);font-weight:600;text-decoration:none}
main{min-block-size:100vh}
.back{margin-block-start:1rem}
.terms{max-inline-size:40rem}
.terms :is(h2,h3,h4,p,ul,ol){margin-block:0 .75rem}
.terms :is(h2,h3,h4){margin-block-start:1.75rem}
.terms ul{list-style:disc;padding-inline-start:1.25rem}
.terms ol{padding-inline-start:1.5rem}
#ended{margin-block:0 1.5rem}
ul{list-style:none;margin:0;padding:0}
.lines>li{padding-block:.75rem;border-block-end:1px solid color-mix(in srgb,currentColor 16%,transparent)}
.lines>li:first-child{border-block-start:1px solid color-mix(in srgb,currentColor 16%,transparent)}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(15rem,100%),1fr));gap:1rem}
.tiles>li{display:flex;flex-direction:column;gap:.375rem;padding:1.125rem;border:1px solid color-mix(in srgb,currentColor 16%,transparent);border-radius:var(--radius)}
.tiles img{inline-size:100%;aspect-ratio:16/9;object-fit:cover;border-radius:calc(var(--radius) / 2);margin-block-end:.25rem}
.price{color:var(--accent);font-weight:600;margin-block-start:auto}
.tier{border-block-start-width:4px}
footer{margin-block-start:4rem;padding-block:1.5rem 2.5rem;border-block-start:1px solid color-mix(in srgb,currentColor 16%,transparent);display:flex;flex-wrap:wrap;justify-content:space-between;gap:.75rem 2rem;font-size:.9375rem}
footer ul{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem}
footer a{display:inline-block;padding-block:.25rem}
[aria-current]{font-weight:600;text-decoration:none}
`
  .trim()
  .replaceAll('\n', '')
