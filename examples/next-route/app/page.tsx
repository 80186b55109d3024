export default function Page() {
  return <p>The routes are POST /api/checkout and POST /api/webhooks.</p>
}
