const cashback = document.querySelector('punchcard-redeem')

/** What the shop's backend says, on the page. */
async function tell(method, body) {
  const response = await fetch('/checkout/cashback', {
    method,
    headers: { 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  const { applied, until, due, message } = await response.json()
  if (!response.ok) return cashback.setAttribute('message', message)
  cashback.removeAttribute('message')
  if (applied) {
    cashback.setAttribute('applied', applied)
    cashback.setAttribute('until', until)
  } else cashback.removeAttribute('applied')
  document.querySelector('#due').textContent = due
}

cashback.addEventListener('punchcard-apply', ({ detail }) => tell('POST', { amount: detail.amount }))
cashback.addEventListener('punchcard-remove', () => tell('DELETE'))
// What was applied before the page was loaded again.
tell('GET')
