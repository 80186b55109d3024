/** Quizzes: built, dated, and their answers counted. */
import { expect, inject, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, settled } from '../support/look.ts'
import { api, openAsOwner } from '../support/merchant.ts'

const { open } = withBrowser()

it('a quiz is built beside what the customer reads', async () => {
  const { page, faults, context } = await openAsOwner(open, '/quizzes/new')
  await page.getByLabel('Name', { exact: true }).fill('Milk')
  await page.getByLabel('Points').fill('15')
  await page.getByLabel('Question', { exact: true }).fill('Which milk?')
  await page.getByLabel('Answer 1', { exact: true }).fill('Oat')
  await page.getByLabel('Answer 2', { exact: true }).fill('Cow')
  await page.getByRole('button', { name: 'Add a question' }).click()
  await page.getByLabel('Question', { exact: true }).nth(1).fill('Why?')
  await page.getByLabel('Answer type').nth(1).click()
  await page.getByRole('option', { name: 'free text' }).click()
  await expect
    .poll(() => page.getByRole('complementary').innerText())
    .toMatch(/Which milk\?[\s\S]*Oat[\s\S]*Cow[\s\S]*Why\?/)
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Create quiz' }).click()
  await page.waitForURL(/\/quizzes\/\d+$/)
  expect(await api(page, 'GET', `/quizzes/${page.url().split('/').at(-1)}`)).toMatchObject({
    name: 'Milk',
    points: '15',
    questions: [
      { text: 'Which milk?', type: 'singleChoice', options: ['Oat', 'Cow'] },
      { text: 'Why?', type: 'openText', options: [] },
    ],
  })
  expect(faults).toEqual([])
  await context.close()
})

it('says that its points never expire while no rule says otherwise', async () => {
  const { page, context } = await openAsOwner(open, '/quizzes/new')
  const warning = page.getByText('never expire', { exact: false })
  const draft = await page.request.get(`/v1/admin/tenants/${inject('devServer').tenant}/program/draft`)
  const { program, rules } = (await draft.json()) as {
    program: { rules: { kind: string }[] }
    rules: { kind: string; sentence: string }[]
  }
  const sentence = rules.find(({ kind }) => kind === 'quiz')?.sentence
  if (sentence) {
    await page.getByText(sentence).waitFor()
    expect(await warning.count()).toBe(0)
  }
  // As a merchant has it who has no rule for quizzes.
  await page.route('**/program', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { current: { rules: { kind: string }[] } }
    const without = answer.current.rules.filter(({ kind }) => kind !== 'quiz')
    await route.fulfill({ response, json: { ...answer, current: { ...answer.current, rules: without } } })
  })
  await page.reload()
  await warning.waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.unroute('**/program')
  // The program says it too, before it is published.
  const without = { ...program, rules: program.rules.filter(({ kind }) => kind !== 'quiz') }
  const { warnings } = await api<{ warnings: { name: string; message: string }[] }>(
    page,
    'POST',
    '/program/validate',
    { body: { program: without } },
  )
  expect(warnings).toContainEqual(
    expect.objectContaining({ name: 'quizWithoutRule', message: expect.stringMatching(/never expire/) }),
  )
  await context.close()
})

it('one that was answered shows its counts, and lets only its texts change', async () => {
  const { page, faults, context } = await openAsOwner(open, '/quizzes/1?view=results')
  await page.getByText(/customers have answered/).waitFor()
  const { answers, questions } = await api<{
    answers: number
    questions: { options: { text: string; count: number }[] }[]
  }>(page, 'GET', '/quizzes/1/results')
  expect(answers).toBeGreaterThan(0)
  const [first] = questions[0]?.options ?? []
  await page.getByText(first?.text ?? '', { exact: true }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Show written answers' }).click()
  await settled(page)
  await page.getByRole('table', { name: 'Written answers' }).waitFor()

  await page.getByRole('link', { name: 'Questions' }).click()
  expect(await page.getByLabel('Points').isDisabled()).toBe(true)
  await page.getByLabel('Answer 1', { exact: true }).first().fill('Café preto')
  await page.getByRole('button', { name: 'Save quiz' }).click()
  await page.getByText(/^Saved \d\d:\d\d/).waitFor()
  expect(faults).toEqual([])
  await context.close()
})
