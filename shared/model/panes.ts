/** Limits of the panes beside a note, in CSS pixels; apart from the settings, which load zod. */
export const paneWidths = {
  sections: { least: 96, most: 320, usual: 152 },
  side: { least: 280, most: 720, usual: 380 },
} as const;

export type Pane = keyof typeof paneWidths;
