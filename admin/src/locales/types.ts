/** The same keys with other words: a key that is left out, or one too many, does not compile. */
export type TextsOf<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : TextsOf<Texts[Key]>
}
