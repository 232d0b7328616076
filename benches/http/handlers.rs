//! A minimal handler, and the same with the grid solved, once for each way to leave the async threads.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::serve::ListenerExt;
use axum::{Json, Router, routing::post};
use serde::{Deserialize, Serialize};
use sudoku_engine::grid::Puzzle;
use sudoku_engine::solver::{Answer, Budget, Engine, Solver};
use sudoku_server::api::{SolverPool, Threads};

pub(crate) const GRID: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Where the grid is solved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hop {
    /// Nowhere: the response is a constant. The baseline.
    Nothing,
    /// On the async thread itself, which a hard grid would block. The upper bound for the others.
    Inline,
    /// `tokio::task::spawn_blocking`.
    SpawnBlocking,
    /// rayon's thread pool and a oneshot channel.
    Rayon,
    /// The service's own pool: fixed threads behind a bounded queue, and a oneshot channel.
    Pool,
}

impl Hop {
    pub(crate) const ALL: [Self; 5] = [Self::Nothing, Self::Inline, Self::SpawnBlocking, Self::Rayon, Self::Pool];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "baseline: parse, send a string",
            Self::Inline => "solved on the async thread",
            Self::SpawnBlocking => "solved by spawn_blocking",
            Self::Rayon => "solved on rayon's pool",
            Self::Pool => "solved on the service's pool",
        }
    }
}

#[derive(Deserialize)]
struct Request {
    grid: String,
}

#[derive(Serialize)]
struct Response {
    solution: String,
    unique: bool,
}

#[derive(Clone)]
struct AppState {
    hop: Hop,
    rayon: Arc<rayon::ThreadPool>,
    pool: Arc<SolverPool>,
}

async fn handler(State(state): State<AppState>, Json(request): Json<Request>) -> Json<Response> {
    if state.hop == Hop::Nothing {
        return Json(Response { unique: request.grid.len() == 81, solution: SOLUTION.to_owned() });
    }
    let puzzle = Puzzle::new(request.grid.parse().expect("a grid")).expect("no conflict");
    let answer = match state.hop {
        Hop::Nothing | Hop::Inline => solve_here(&puzzle),
        Hop::SpawnBlocking => tokio::task::spawn_blocking(move || solve_here(&puzzle)).await.expect("no panic"),
        Hop::Rayon => {
            let (send, receive) = tokio::sync::oneshot::channel();
            state.rayon.spawn(move || {
                // The client may be gone.
                let _ = send.send(solve_here(&puzzle));
            });
            receive.await.expect("no panic")
        }
        Hop::Pool => {
            let search =
                state.pool.run(Duration::from_mins(1), move |solver, _| solver.solve(&puzzle, &Budget::UNLIMITED));
            search.await.expect("a result").result.expect("no bound")
        }
    };
    let Answer::Unique(solution) = answer else { panic!("one solution") };
    Json(Response { solution: solution.grid().to_line(), unique: true })
}

fn solve_here(puzzle: &Puzzle) -> Answer {
    thread_local!(static SOLVER: RefCell<Solver> = RefCell::new(Solver::new()));
    SOLVER.with_borrow_mut(|solver| solver.solve(puzzle, &Budget::UNLIMITED)).expect("no bound")
}

pub(crate) fn serve(hop: Hop) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let rayon = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start");
    let workers = Threads { name: "solver", count: threads, niceness: 0 };
    let pool = SolverPool::with_engine(Engine::best(), workers, 1024);
    let state = AppState { hop, rayon: Arc::new(rayon), pool: Arc::new(pool) };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("the runtime starts");
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        eprintln!("listening on {} ", listener.local_addr().expect("a bound socket has an address"));
        let listener = listener.tap_io(|stream| {
            let _ = stream.set_nodelay(true);
        });
        let routes = Router::new().route("/solve", post(handler)).with_state(state);
        axum::serve(listener, routes).await.expect("the baseline serves");
    });
}
