/** For those who require. */
const { Punchcard, verifyWebhook } = require('@punchcard-loyalty/client')
const { PunchcardAdmin } = require('@punchcard-loyalty/client/admin')

import('./calls.js').then(({ print }) => print({ Punchcard, verifyWebhook, PunchcardAdmin }))
