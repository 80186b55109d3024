import { callAll } from './calls.js'
import { PunchcardAdmin } from './dist/admin.js'
import { Punchcard, verifyWebhook } from './dist/punchcard.js'

/** For edge runtimes: the library is called while a request is answered. */
export default {
  async fetch(request) {
    return Response.json(await callAll({ Punchcard, verifyWebhook, PunchcardAdmin }, await request.json()))
  },
}
