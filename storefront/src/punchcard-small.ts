/** `punchcard-small.js`: what shops have on every page. In code it is `globalThis.punchcard`: exports would be 1% of it. */
import './elements/balance.ts'
import './elements/earn.ts'
