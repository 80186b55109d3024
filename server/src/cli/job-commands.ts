import { type Command, Option } from 'commander'
import { JOB_STATES } from '../jobs/job.ts'
import { JOB_CHANGES, type JobChange } from '../jobs/rules/change-job.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { note, print, table } from './output.ts'
import { withClient } from './with-client.ts'

interface ListOptions {
  readonly tenant: number
  readonly kind?: string
  readonly state?: (typeof JOB_STATES)[number]
  readonly json: boolean
}

interface OneOptions {
  readonly tenant: number
  readonly job: number
  readonly json: boolean
}

/** What a job is asked to do, and how the help says it. */
const CHANGES: Readonly<Record<JobChange, string>> = {
  pause: 'pause a job after its current page',
  resume: 'go on with a job that is paused or has failed, from its last page',
  cancel: 'cancel a job after its current page, for good',
}

export function addJobCommands(program: Command): void {
  const job = program.command('job').description('work for merchants that takes longer than a request')
  job
    .command('list')
    .description('the 100 newest jobs of a merchant')
    .requiredOption('--tenant <number>', 'whose jobs', wholeNumber)
    .option('--kind <kind>', 'only of this kind')
    .addOption(new Option('--state <state>', 'only in this state').choices(JOB_STATES))
    .addOption(jsonOption())
    .action((options: ListOptions) =>
      withClient(options.tenant, async (client) => {
        const { listJobsOf } = await import('../management/job-client.ts')
        const { items } = await listJobsOf(client, options)
        const rows = items.map(({ id, kind, state, done, total, createdAt, createdBy }) => [
          String(id),
          ...[kind, state, progressText(done, total), createdAt, createdBy],
        ])
        const headings = ['Job', 'Kind', 'State', 'Done', 'Started', 'By']
        print(options.json, { jobs: items }, rows.length > 0 ? table(headings, rows) : 'No jobs.')
      }),
    )
  onJob(job, 'show', 'a job and how far it is').action((options: OneOptions) =>
    withClient(options.tenant, async (client) => {
      const { showJob } = await import('../management/job-client.ts')
      const shown = await showJob(client, options.job)
      const lines = Object.entries(shown).map(([name, value]) => [
        name,
        value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value),
      ])
      print(options.json, shown, table(['', ''], lines).trimStart())
    }),
  )
  for (const change of JOB_CHANGES) {
    onJob(job, change, CHANGES[change]).action((options: OneOptions) =>
      withClient(options.tenant, async (client) => {
        const { changeJobOf } = await import('../management/job-client.ts')
        const { state, wish } = await changeJobOf(client, options.job, change)
        note({ tenant: options.tenant, job: options.job, change }, 'job changed')
        const text =
          wish === null
            ? `Job ${options.job} is ${state}.`
            : `Job ${options.job} will ${wish} after its current page.`
        print(options.json, { job: options.job, state, wish }, text)
      }),
    )
  }
}

function onJob(group: Command, name: string, description: string): Command {
  return group
    .command(name)
    .description(description)
    .requiredOption('--tenant <number>', 'whose job', wholeNumber)
    .requiredOption('--job <number>', 'its number', wholeNumber)
    .addOption(jsonOption())
}

function progressText(done: number, total: number | null): string {
  return total === null ? String(done) : `${done} of ${total}`
}
