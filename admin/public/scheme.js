// Runs before the first paint, so that a dark page does not flash white. A file, because inline scripts are forbidden.
const kept = localStorage.getItem('punchcard-scheme')
const isDark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
