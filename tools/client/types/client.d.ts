// Types that several scripts share: what a page makes of the messages of a house, and what it keeps on its elements.

declare namespace Client {
  /** How the disc of a chip looks: its ground, its spots, the form of its edge, and how many marks it has. */
  type ChipLook = [base: string, spot: string, edge: string, marks: number];
  /** The beginning of a coup. */
  interface Begin {
    step: 'begin';
    coup: string;
    no: number;
  }
  /** What a house notes of a table besides the steps of its coup; {} is an event that may not be seen. */
  interface HouseNote {
    shoe?: House.Anything; // any: the order of cards that were given up, in the form of its game
    cause?: string;
    line?: string;
    places?: string[];
    /** The places of a player who needs no more time. */
    ready?: string[];
  }
  /** What the page adds to an event: the name of its bettor, whether it is mine, and whether the coup ends with it. */
  interface Added {
    by?: string;
    yours?: boolean;
    ends?: boolean;
  }
  type Plain =
    | House.ShownDeal
    | House.ShownMove
    | House.ShownListen
    | House.ShownReveal
    | House.Result
    | House.Call
    | House.Discard
    | House.ShownHandle
    | House.ShownAnswer
    | House.ShownThrow
    | House.ShownMenu
    | House.ShownTurn
    | House.ShownCover
    | House.Uncover
    | House.ShownClaim
    | House.ShownShuffle
    | House.ShownOpen
    | House.Shift
    | House.Part
    | House.Cut
    | House.ShownTimeOut
    | House.ShownFault
    | House.ShownVoid
    | Begin
    | HouseNote;
  type WithAdded<Union> = Union extends unknown ? Union & Omit<Added, keyof Union> : never;
  /** One event of a table. */
  type Event = Exclusive<WithAdded<Plain>>;
  /** The event of one step. */
  type EventOf<Step extends string> = Extract<Event, { step: Step }>;

  type Felt = Exclusive<House.ArcFelt | House.LayoutFelt | House.OvalFelt | House.CabinetFelt>;
  type Table = Omit<House.TableView, 'felt'> & { felt: Felt };
  /** The state of a table whose felt is a cabinet, a layout, an oval or an arc. */
  type StateOf<Felt> = Omit<State, 'table'> & { table: Omit<Table, 'felt'> & { felt: Felt } };
  type Spot = { x: number; y: number };

  /** A hand on the cloth: `ids` name its cards for animations, `only` are the cards that only I see. */
  interface Hand extends House.HandLabel {
    cards: (string | null)[];
    ids: string[];
    only?: number[];
  }
  interface Offer extends House.AskedOffer {}
  interface Barred {
    act: string;
    seat: string;
    law: string;
    note?: string;
  }
  type Listen = Omit<House.ShownListen, 'offers'> & { offers: Offer[] };

  /** The money that moved for one bet, in cents; `law` is the clause of what was paid or collected. */
  interface Settlement {
    stake: number;
    pay: number;
    collect: number;
    back: number;
    held: number;
    yours: boolean;
    law: string;
  }
  interface Outcome {
    staked: number;
    won: number;
    lost: number;
    net: number;
  }
  /** The coup before, as far as I took part in it. */
  interface Previous extends Outcome {
    coup: House.CoupNo;
    results: Record<string, House.Result>;
    settlements: Record<string, Settlement>;
    steps: Event[];
    bank: House.Result | undefined;
    void: string;
  }
  type LastRound = Pick<
    State,
    'coup' | 'hands' | 'results' | 'settlements' | 'steps' | 'call' | 'fell' | 'throws' | 'void'
  >;
  /** An answer to a question that is asked once a coup. */
  interface Answered {
    does: string;
    law: string;
    late: boolean;
  }
  type Opening = Record<string, string>;

  /** The state of one table, folded from its messages. */
  interface State {
    /** The version of the last event folded. */
    v: number;
    /** The table. There is none before the first snapshot, when nothing is drawn. */
    table: Table;
    coup: House.CoupNo;
    hands: Record<string, Hand>;
    /** The hands of this round that were collected. */
    collected: Record<string, Hand>;
    /** What the round before has left, for its picture. */
    last: LastRound | null;
    /** In a picture of the last round: the state of the new one. */
    fresh?: State;
    bets: Record<string, number>;
    results: Record<string, House.Result>;
    settlements: Record<string, Settlement>;
    call: House.Call | null;
    seal: string;
    void: string;
    /** What the croupier said or did last. */
    announcement: Event | null;
    listen: Listen | null;
    lastListen?: Listen;
    clock: House.Clock | null;
    /** Who needs no more of the time that runs, where it may end early. */
    ready: House.Ready | null;
    seats: House.Place[];
    stands: House.Stand[];
    /** What is visible on the table: each game shows other things. */
    shown: House.Open;
    steps: Event[];
    you: House.PlayerSummary | null;
    /** My bets of this coup, and of the coup before. */
    placed: Record<string, number>;
    lastBets: Record<string, number>;
    previous: Previous | null;
    opening: Opening | null;
    /** Cards drawn from the shoe. */
    cardsDealt: number;
    /** The place that I asked for, and the one that is kept for me until the next bets. */
    reservedPlace: string;
    keptPlace: string;
    closed: House.ClosedReason | null;
    /** My bets in play. */
    mine: Record<string, number>;
    awaits: House.Awaited | null;
    deciders: Record<string, string>;
    streaks: Record<string, number>;
    pool: number;
    jackpotChips: Record<string, boolean>;
    cutAt: number;
    lastCoup: boolean;
    without: number;
    /** Who bets as "3+1". */
    bettorNames: Record<string, string>;
    /** Answers to questions that are asked once a coup, by question and hand. */
    answered: Record<string, Record<string, Answered>>;
    /** Whether the first cards of this coup are dealt and players have been asked. */
    decisionsBegan: boolean;
    over: boolean;
    menus: Record<string, House.ShownOffer[]>;
    fell: Record<string, number[] | null>;
    lastFell: Record<string, number[] | null>;
    throws: number;
    covered: boolean;
    spinDirection: string;
    ballRunning: boolean;
    point: number | null;
    /** Whether what changed is shown as movement. */
    animate?: boolean;
  }

  type Snapshot = Omit<House.Snapshot, 'steps' | 'table' | 'listen'> & {
    steps: Event[];
    table: Table;
    listen: Listen | null;
  };
  type Events = Omit<House.Events, 'events'> & { events: Event[] };
  /** A message of the table socket, with its events as the page reads them. */
  type Message = Snapshot | Events | Exclude<House.ServerMessage, House.Snapshot | House.Events>;
  type Tail = Omit<Events, 't' | 'v' | 'events' | 'labels'>;
  type Part =
    | { kind: 'event'; v: number; event: Event; hand?: undefined; label?: undefined; tail?: undefined }
    | { kind: 'label'; hand: string; label: House.HandLabel; v?: undefined; event?: undefined; tail?: undefined }
    | { kind: 'tail'; v: number; tail: Tail; event?: undefined; hand?: undefined; label?: undefined };

  /** The answer to a command. `lost`: the connection broke before it. */
  interface Reply {
    ok: boolean;
    lost?: boolean;
    code?: string;
    law?: string;
    text?: string;
    facts?: House.Open;
    accepts?: (number | string)[];
  }

  /** A notice of the house, or one that the page makes itself. */
  type Notice = Pick<House.Notice, 'kind' | 'law' | 'facts'> & { text?: string };
  /** A refusal, with the act that it answers. */
  type Refusal = Partial<Omit<House.Refused, 't' | 'id'>> & { act?: string; seat?: string };
  /** The text of the croupier's bar: what is called, what it says to the reader, its clause, my net result. */
  interface Caption {
    q: string;
    p: string;
    law: string;
    title?: string;
    yours?: boolean;
    net?: number;
  }

  /** What has names and words of a game, such as a table. */
  interface Named {
    words?: Record<string, Record<string, string>>;
    names?: Record<string, string>;
    game?: string;
    calls?: House.CallLanguages;
  }
  /** An oval in the orientation in which it is drawn. */
  type Oval = Omit<House.OvalFelt, 'tall'> & { lines?: House.Stroke[] };
  /** A seat as a cloth draws it: nobody may sit there. */
  type Seat = Pick<House.Place, 'name' | 'yours'> & { online?: boolean };

  /** What has spots: a layout, or a single spot of one. */
  interface Spots {
    zones?: { spot: string; spots?: Record<string, string> }[];
    points?: { spot: string }[];
  }
  /** What events are described with: the words of a table and what its felt shows. */
  interface Described extends Named {
    individual?: boolean;
    laws?: Record<string, string>;
    felt?: Spots & { shape?: string; ring?: House.Ring; cards?: object };
  }
  /** The receipt of a coup, with its events as the page reads them. */
  type Receipt = Omit<House.Receipt, 'events' | 'laid'> & { events: Event[]; laid: Omit<Table, 'to_come'> };
  type CoupView = Omit<House.CoupView, 'events'> & { events: Event[] };

  type OddsBet = Exclusive<House.ClothBet | House.CardBet | House.ExactBet | House.NoDrawBet>;
  /** The odds of a game. Every game has only the parts of its kind; the page looks whether a part is there. */
  type Odds = House.Odds &
    House.Follows &
    Omit<House.ChartAnswer, 'bets'> &
    Pick<House.DuelAnswer, 'curves'> & {
      bets: OddsBet[];
      sheets: House.Sheet[];
      most: Exclusive<House.Owed | House.Unlimited> | null;
      cost: Exclusive<House.HandCost | House.SessionCost>;
      equity: string;
      five: House.Census;
      deal: House.Census | null;
    };

  /** The limits of a table, in cents. */
  interface Limits {
    minimum: number;
    maximum: number;
    brings?: number[] | null;
  }
  /** A clause, or an interpretation. */
  type ClauseText = { lang: string; text?: string; says?: string; short?: string; title?: string };
  type ClauseRow = Exclusive<House.ClauseView | House.Interpretation>;

  /** Facts that a text names. */
  type Facts = Record<string, unknown>;
}

/** Pages ask for elements of HTML; a script that draws SVG says so where it asks. */
interface ParentNode {
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}
interface Element {
  closest(selectors: string): HTMLElement | null;
}
interface Element {
  /** What was written into it last (core/update). */
  _html?: string;
  /** What is held in a cell of a reel. */
  _hold?: string;
  /** The card that a box shows, "" for a card that nobody sees. */
  _code?: string;
  /** How many cards a row has at least, and for which sum a circle was drawn. */
  _cards?: number;
  _sum?: number;
  /** What a place may do when it is pressed. */
  _sit?: unknown;
  _place?: House.ArcPlace;
  _lean?: number;
  /** Whether its holder has lifted the cover, and where they took it. */
  _seen?: boolean;
  _from?: number;
  /** The face that a die shows. */
  _face?: number;
  /** The hand whose cards lie in a row. */
  _of?: unknown;
  /** Whether a form is being sent. */
  _busy?: boolean;
  _button?: HTMLElement;
  _spots?: Map<string, { b: HTMLButtonElement; spot: House.SideSpot }>;
}
